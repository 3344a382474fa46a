print("ftpraw")
